/** The declaration of an application: its resources, and how its database is prepared. */
import type pg from 'pg'
import type { DevelopmentCaller } from '../../contract/development-caller.js'
import type { FileOptionsOfService } from '../../contract/files.js'
import type { Resource } from '../../contract/resource.js'
import type { Route } from '../../contract/routes.js'
import type { ApiInfo } from '../../discovery/openapi/openapi.js'

export interface Progress {
  readonly label: string
  readonly done: number
  readonly total: number
}

export interface PrepareContext {
  /** A connection of its own, closed afterwards. */
  readonly client: pg.ClientBase
  /** Arguments of the command line that `corollary` itself does not know. */
  readonly args: readonly string[]
  readonly report: (progress: Progress) => void
  readonly log: (line: string) => void
}

export interface Application {
  /** Shown at start. */
  readonly title: string
  /** Version of the API in its description. Default 1.0.0. */
  readonly version?: string
  /** Description, contact and license of the API, for its OpenAPI description. */
  readonly info?: ApiInfo
  /**
   * Texts in other languages, by language tag such as `pt` or `pt-BR`, then by English text:
   * `{ pt: { 'Full name': 'Nome completo' } }`.
   */
  readonly messages?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly resources: readonly Resource[]
  /**
   * Callers that requests may act as while authentication is off, by the header
   * `X-Development-Caller`. In mode `jwt` they are ignored. Default: none.
   */
  readonly callers?: readonly DevelopmentCaller[]
  /** Routes beside those of the resources. Default: none. */
  readonly routes?: readonly Route[]
  /** What is done with uploaded files. Default: nothing. */
  readonly files?: FileOptionsOfService
  /**
   * Runs at every start, before the contracts are checked: creates and fills tables that are
   * missing. Leave it out where tables are made by your own migrations.
   */
  readonly prepare?: (context: PrepareContext) => Promise<void>
}

/** Declares an application; the default export of the module that `corollary start --app` names. */
export const defineApplication = <const Resources extends readonly Resource[]>(
  // As a tuple: TypeScript compares all types of a list with each other, and refuses thousands.
  application: Application & { readonly resources: Resources },
): Application => application

/** Tables that a start does not create must be there. */
export const needsTables = ({
  resources,
  prepare,
}: Pick<Application, 'resources' | 'prepare'>): boolean =>
  resources.length > 0 && prepare === undefined

/** Of the API in its description, unless the application says. */
export const defaultVersion = '1.0.0'

/** Texts of an application that people read, beside those of its resources. */
export const textsOf = ({
  title,
  info,
  callers = [],
}: Pick<Application, 'title' | 'info' | 'callers'>): readonly string[] =>
  [
    title,
    info?.description,
    ...callers.flatMap((caller) => [caller.title, caller.description]),
  ].filter((text) => text !== undefined)
