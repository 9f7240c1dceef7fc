/**
 * `/docs/{group}`: the operations of an API document, in sections, each with an anchor, and the
 * schemas that they refer to.
 */
import { refName } from '../../../discovery/openapi/components.js'
import type { OpenApiDocument } from '../../../discovery/openapi/openapi.js'
import type { ErrorCode } from '../../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../../foundation/json-schema.js'
import { Html, html } from '../html.js'
import { contentsTable, type DocsAddresses, page, prose, table } from './layout.js'
import { describeSchema, membersTable, schemaId } from './schema-text.js'

export interface OperationsPage {
  /** Name of the document. */
  readonly name: string
  readonly title: string
  readonly description: string | undefined
  readonly document: OpenApiDocument
  /** What the members of a schema mean. */
  readonly memberNotes: (schema: string) => ReadonlyMap<string, string>
  readonly sections: readonly { readonly title: string; readonly operationIds: readonly string[] }[]
  /** Beside those of all pages. */
  readonly links: readonly Html[]
}

/** The parts of an operation that a page shows. */
interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Holder
  readonly responses: Readonly<Record<string, Holder>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly required?: boolean
  readonly schema?: JsonSchema
}

interface Holder {
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface Media {
  readonly schema?: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

interface Described {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const operationsOf = ({ paths }: OpenApiDocument): readonly Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as Operation,
    })),
  )

/** Operations of a document without sections are one section. */
export const operationsPage = (
  { name, title, description, document, memberNotes, sections, links }: OperationsPage,
  addresses: DocsAddresses,
): string => {
  const { contextPath } = addresses
  const described = new Map(
    operationsOf(document).map((each) => [each.operation.operationId, each]),
  )
  const parts =
    sections.length > 0 ? sections : [{ title: 'Operations', operationIds: [...described.keys()] }]
  const inSections = parts.map(({ title: heading, operationIds }) => ({
    heading,
    operations: operationIds.map((id) => described.get(id)!),
  }))
  return page(
    title,
    html`<h1>${title}</h1>
${description ? html`<p>${prose(description)}</p>` : html``}
${Html.all(
  inSections.map(({ heading, operations }) => contentsTable(heading, operations.map(contentsRow))),
)}
${Html.all(
  inSections.map(
    ({ heading, operations }) =>
      html`<h2>${heading}</h2>${Html.all(operations.map((each) => operationPart(each, name, addresses)))}`,
  ),
)}
<h2>Schemas</h2>
${Html.all(Object.entries(document.components.schemas).map(([schema, value]) => schemaPart(schema, value, memberNotes(schema))))}`,
    addresses,
    [html`<a href="${contextPath}/v3/api-docs/${name}">OpenAPI 3.1</a>`, ...links],
  )
}

const signature = ({ path, method, operation }: Described): Html =>
  html`<span class="method">${method}</span> <code${new Html(operation.deprecated ? ' class="deprecated"' : '')}>${path}</code>`

const contentsRow = (described: Described): Html => {
  const { operationId, summary } = described.operation
  return html`<tr><td><a href="#${operationId}">${summary ?? operationId}</a></td><td>${signature(described)}</td></tr>`
}

const operationPart = (
  described: Described,
  document: string,
  { contextPath, tryOut }: DocsAddresses,
): Html => {
  const { operation } = described
  const { operationId, summary, description, deprecated, parameters = [], requestBody } = operation
  return html`<section id="${operationId}"><h3>${summary ?? operationId}</h3>
<p>${signature(described)}${tryOut ? html` <a href="${tryOut(document, operationId)}">Try it</a>` : html``}</p>
${deprecated ? html`<p><strong>Deprecated.</strong></p>` : html``}
${description ? html`<p>${prose(description)}</p>` : html``}
${parametersPart(parameters)}
${requestBody ? bodyPart('Request', requestBody) : html``}
${Html.all(
  Object.entries(operation.responses)
    .filter(isSuccess)
    .map(([status, response]) => bodyPart(`Response ${status}`, response)),
)}
${errorsPart(operation.responses, contextPath)}</section>`
}

const isSuccess = ([status]: readonly [string, unknown]): boolean => Number(status) < 400

const parametersPart = (parameters: readonly Parameter[]): Html =>
  parameters.length === 0
    ? html``
    : html`<h4>Parameters</h4>${table(
        ['Parameter', 'In', 'Type', 'Notes'],
        parameters.map(
          ({ name, in: place, description, required, schema }) =>
            html`<tr><td><code>${name}</code></td><td>${place}</td><td>${schema ? describeSchema(schema) : html``}</td><td>${prose(description ?? '')}${required ? ' Required.' : ''}</td></tr>`,
        ),
      )}`

/** A named schema by its link, an inline one by its members; and an example. */
const bodyPart = (title: string, { description, content = {} }: Holder): Html => {
  const json = content['application/json']
  const isFile = Object.keys(content).length > 1
  if (!json?.schema || isFile) {
    return html`<h4>${title}</h4><p>${description}${isFile ? ` ${Object.keys(content).join(', ')}` : ''}</p>`
  }
  const [example] = Object.values(json.examples ?? {})
  return html`<h4>${title}</h4>${bodySchema(json.schema)}
${example?.value === undefined ? html`` : html`<details><summary>Example</summary><pre>${JSON.stringify(example.value, null, 2)}</pre></details>`}`
}

/** The envelope of a success is the same everywhere: only its data are described. */
const dataOf = (schema: JsonSchema): JsonSchema => {
  const { status, data } = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  return status?.['const'] === 'success' && data ? data : schema
}

const bodySchema = (schema: JsonSchema): Html => {
  const data = dataOf(schema)
  const isInside = data !== schema
  if (refName(data) === undefined && data['properties']) {
    return html`${isInside ? html`<p>In <code>data</code>:</p>` : html``}${membersTable(data)}`
  }
  return html`<p>${isInside ? html`<code>data</code>: ` : html``}${describeSchema(data)}</p>`
}

const errorsPart = (responses: Operation['responses'], contextPath: string): Html => {
  const rows = Object.entries(responses).filter((entry) => !isSuccess(entry))
  const codesOf = ({ content }: Holder): readonly ErrorCode[] =>
    Object.keys(content?.['application/json']?.examples ?? {}) as ErrorCode[]
  return html`<details><summary>Errors</summary>${table(
    ['Status', 'Codes'],
    rows.map(
      ([status, response]) =>
        html`<tr><td>${status}</td><td>${Html.all(codesOf(response).map((code) => html`<a href="${contextPath}/docs/errors#${code}"><code>${code}</code></a>`))}</td></tr>`,
    ),
  )}</details>`
}

const schemaPart = (name: string, schema: JsonSchema, notes: ReadonlyMap<string, string>): Html =>
  html`<section id="${schemaId(name)}"><h3>${name}</h3>${schema['properties'] ? membersTable(schema, notes) : html`<p>${describeSchema(schema)}</p>`}</section>`
