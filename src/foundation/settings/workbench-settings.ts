/** Settings of the workbench: whether there is one, and the views that it stores. */
import { flag, integer, oneOf, setting, text } from './setting-forms.js'

export const workbenchSettings = {
  'platform.workbench.authority': setting(
    text('an authority', (value) => value !== ''),
    'workbench:curate',
    'Authority that allows pinning public views to the home page of everyone, and changing and deleting the public views of others.',
  ),
  'platform.workbench.enabled': setting(
    flag,
    true,
    'Whether the service has the page `/workbench`, and `/` leads to it.',
  ),
  'platform.workbench.max-views': setting(
    integer(1, 10_000),
    200,
    'Maximum number of views that one caller may store.',
  ),
  'platform.workbench.store': setting(
    oneOf('database', 'none'),
    'database',
    'Where named views and dashboards of the workbench are kept: in the platform tables, where a team shares them, or only in the browser of each user. Where the service may not use its table, they are kept in the browser too.',
  ),
} as const
