/** Checks the members of an application at run time, as contracts are checked. */
import {
  anything,
  code,
  flag,
  listOf,
  objectOf,
  oneOf,
  recordOf,
  required,
  text,
  texts,
} from '../contract/forms/form.js'
import { type Route, routeMethods } from '../contract/routes.js'
import type { ApiInfo } from '../discovery/openapi/openapi.js'
import { Diagnostics } from '../foundation/diagnostics.js'
import { readForm } from '../model/compile/read-declaration.js'
import type { Application } from './application.js'
import { checkOwnRoutes } from './check-routes.js'

type Contact = NonNullable<ApiInfo['contact']>
type License = NonNullable<ApiInfo['license']>

const applicationForm = objectOf<Application>('an application', {
  title: required(text),
  version: text,
  info: objectOf<ApiInfo>('{ description, contact, license }', {
    description: text,
    contact: objectOf<Contact>('{ name, url, email }', { name: text, url: text, email: text }),
    license: objectOf<License>('{ name, identifier, url }', {
      name: required(text),
      identifier: text,
      url: text,
    }),
  }),
  messages: recordOf('texts by language', recordOf('translations by English text', text)),
  resources: required(listOf('a list of resources', anything)),
  routes: listOf(
    'a list of routes',
    objectOf<Route>('a route', {
      method: required(oneOf(...routeMethods)),
      path: required(text),
      authorities: texts,
      public: flag,
      handle: required(code),
    }),
  ),
  prepare: code,
})

/** @throws ContractError with every member that is unknown, missing or wrong. */
export const checkApplication = (application: Application): void => {
  const diagnostics = new Diagnostics()
  readForm(applicationForm, application, 'application', diagnostics)
  diagnostics.throwIfErrors()
  checkOwnRoutes(application.routes ?? [], application.resources, diagnostics)
  diagnostics.throwIfErrors()
}
