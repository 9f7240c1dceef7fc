/**
 * Types of the module that extends the workbench of an application. The module is
 * `index.js` in the folder of `platform.workbench.extensions`, and runs in the browser.
 */

/** A type of the browser; unknown where the program is compiled without the types of browsers. */
type Dom<Name extends string> =
  typeof globalThis extends Record<Name, { prototype: infer Type }> ? Type : unknown

/** The default export of the module. */
export interface WorkbenchExtension {
  /**
   * Values in tables, cards and on the page of a record, by the key of a resource and the name of a
   * field: `sales.orders.status`.
   */
  readonly cells?: Readonly<Record<string, WorkbenchCell>>
  readonly pages?: readonly WorkbenchPage[]
}

/**
 * Draws the value of a cell. A text is shown as text and never as HTML. Return undefined to show
 * the value as the workbench does.
 */
export type WorkbenchCell = (
  value: unknown,
  record: Readonly<Record<string, unknown>>,
  context: {
    readonly document: Dom<'Document'>
    /** The language tag of the user, such as `pt-BR`. */
    readonly language: string
  },
) => Dom<'Node'> | string | undefined

export interface WorkbenchPage {
  /** The page is at `/workbench/pages/{path}`: letters, digits and hyphens. */
  readonly path: string
  /** Title in the navigation. Messages `workbench.{title}` of the application translate it. */
  readonly title: string
  /** Draws the page into the element. What it returns is called when the page is left. */
  readonly render: (
    element: Dom<'HTMLElement'>,
    context: WorkbenchContext,
  ) => void | (() => void) | Promise<undefined | (() => void)>
}

export interface WorkbenchContext {
  readonly api: WorkbenchApi
  readonly language: string
  /** Opens a page of the workbench by a path below it, such as `/resources/sales.orders`. */
  readonly navigate: (path: string) => void
}

/** Requests of the current caller. An error response is thrown, with its `code` and `message`. */
export interface WorkbenchApi {
  /** @returns the JSON body of the response */
  readonly get: (path: string) => Promise<unknown>
  readonly send: (
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
  ) => Promise<unknown>
}
