/**
 * `/docs`: the API description as pages, rendered on the server. Plain HTML and one style sheet:
 * they work offline and under a strict Content-Security-Policy, because they have no scripts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Discovery } from '../../../discovery/discovery.js'
import { digestOf } from '../../../foundation/canonical-json.js'
import { AppError, problem } from '../../../foundation/errors/app-error.js'
import type { DiscoveryAccess } from '../../discovery-routes.js'
import { guardArea } from '../../request/admission.js'
import { knownCaller } from '../../request/caller.js'
import { parametersOf, readInteger, readSingle } from '../../request/parameters.js'
import { addPrivateCaching, isUnchanged } from '../../response/conditional.js'
import { pageHeaders } from '../../response/security-headers.js'
import { html, htmlType } from '../html.js'
import { errorsPage } from './errors-page.js'
import { indexPage } from './index-page.js'
import { type DocsAddresses, style } from './layout.js'
import { operationsPage } from './operations-page.js'

const fixedHeaders = pageHeaders("style-src 'self'", "form-action 'self'")

type Render = (request: FastifyRequest, discovery: Discovery) => string

export const addDocsPages = (
  app: FastifyInstance,
  { access, settings, discoveryOf }: Pick<DiscoveryAccess, 'access' | 'settings' | 'discoveryOf'>,
): void => {
  const contextPath = settings['platform.http.context-path']
  const addresses: DocsAddresses = {
    contextPath,
    tryOut: settings['platform.workbench.enabled']
      ? (document, operationId) => `${contextPath}/workbench/api/${document}#${operationId}`
      : undefined,
  }
  const onRequest = guardArea(access, 'docs', settings)
  const add = (path: string, type: string, render: Render): void => {
    app.get(`${contextPath}${path}`, { onRequest }, async (request, reply) => {
      const text = render(request, discoveryOf(knownCaller(request).view))
      return send(request, reply.type(type), text)
    })
  }
  const errors = errorsPage(addresses)
  add('/docs', htmlType, (request, discovery) => index(request, discovery, undefined))
  add('/docs/errors', htmlType, () => errors)
  add('/docs/style.css', 'text/css; charset=utf-8', () => style)
  add('/docs/:group', htmlType, (request, discovery) => {
    const { group } = request.params as { readonly group: string }
    const { groups } = discovery.contents()
    if (groups.some((each) => each.group === group)) return index(request, discovery, group)
    return operations(group, discovery)
  })

  const index = (request: FastifyRequest, discovery: Discovery, group: string | undefined) => {
    const query = parametersOf(request)
    const contents = discovery.contents()
    return indexPage(
      contents,
      contents.groups.find((each) => each.group === group),
      {
        search: readSingle(query, 'search') ?? '',
        page: Number(readInteger(query, 'page', 0) ?? 0n),
      },
      addresses,
    )
  }
  const operations = (name: string, { contents, documents, memberNotes }: Discovery): string => {
    const document = documents.get(name)
    if (!document) throw new AppError(problem('groupUnknown', { known: [...documents.groups] }))
    const { title, groups } = contents()
    const group = groups.find(({ resources }) => resources.some((each) => each.document === name))
    const resource = group?.resources.find((each) => each.document === name)
    return operationsPage(
      {
        name,
        document,
        memberNotes: (schema) => (resource ? memberNotes(resource.key, schema) : new Map()),
        title: resource ? resource.title : `${title}: discovery`,
        description: resource?.description,
        sections: resource?.sections() ?? [],
        links: group ? [html`<a href="${contextPath}/docs/${group.group}">${group.title}</a>`] : [],
      },
      addresses,
    )
  }
}

const send = (request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply => {
  const tag = `"${digestOf(text)}"`
  addPrivateCaching(reply)
  reply.headers({ ...fixedHeaders, ETag: tag })
  return isUnchanged(request, tag) ? reply.code(304).send() : reply.send(text)
}
