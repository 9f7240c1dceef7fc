/** Checks the members of an application at run time, as contracts are checked. */

import { developmentPrincipal } from '../../access/principals.js'
import type { DevelopmentCaller } from '../../contract/development-caller.js'
import type { FileOptionsOfService } from '../../contract/files.js'
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
} from '../../contract/forms/form.js'
import { type Route, routeMethods } from '../../contract/routes.js'
import type { ApiInfo } from '../../discovery/openapi/openapi.js'
import { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { isLanguageTag, type MessageCatalogs } from '../../foundation/text/messages.js'
import { readForm } from '../../model/compile/read-declaration.js'
import { developmentCallerHeader } from '../../wire/headers.js'
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
  callers: listOf(
    'a list of callers',
    objectOf<DevelopmentCaller>('{ id, title, description, authorities, tenant, claims }', {
      id: required(text),
      title: required(text),
      description: text,
      authorities: required(texts),
      tenant: text,
      claims: recordOf('claims by name', anything),
    }),
  ),
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
  files: objectOf<FileOptionsOfService>('{ scan }', { scan: code }),
  prepare: code,
})

/** @throws ContractError with every member that is unknown, missing or wrong. */
export const checkApplication = (application: Application): void => {
  const diagnostics = new Diagnostics()
  readForm(applicationForm, application, 'application', diagnostics)
  diagnostics.throwIfErrors()
  checkLanguages(application.messages ?? {}, diagnostics)
  checkCallers(application.callers ?? [], diagnostics)
  checkOwnRoutes(application.routes ?? [], application.resources, diagnostics)
  diagnostics.throwIfErrors()
}

/** Clients use the tags: in `Accept-Language`, and to print dates and numbers. */
const checkLanguages = (messages: MessageCatalogs, diagnostics: Diagnostics): void => {
  for (const tag of Object.keys(messages).filter((key) => !isLanguageTag(key))) {
    const message = `'${tag}' is not a language tag; write a tag such as 'pt' or 'pt-BR'.`
    diagnostics.error('KEY_INVALID', `application.messages.${tag}`, message)
  }
}

/** An id must fit into a header, and name one caller. */
const callerIdPattern = /^[A-Za-z0-9][\w.-]{0,99}$/

const checkCallers = (callers: readonly DevelopmentCaller[], diagnostics: Diagnostics): void => {
  const seen = new Set<string | null>([developmentPrincipal.id])
  for (const [index, { id }] of callers.entries()) {
    const at = `application.callers[${index}].id`
    if (!callerIdPattern.test(id)) {
      const message = `The id '${id}' is sent in the header ${developmentCallerHeader}; it must be at most 100 letters, digits, '.', '_' and '-'.`
      diagnostics.error('KEY_INVALID', at, message)
    } else if (seen.has(id)) {
      const message =
        id === developmentPrincipal.id
          ? `'${id}' is the caller of requests without the header; choose another id.`
          : `Another caller already has the id '${id}'.`
      diagnostics.error('DUPLICATE', at, message)
    }
    seen.add(id)
  }
}
