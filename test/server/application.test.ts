/** Applications are checked at run time too, because tsx and type stripping ignore types. */
import { createServer, defineApplication } from 'corollary'
import { describe, expect, test } from 'vitest'
import { notesApi } from './apps/notes.js'

const sound = { title: 'Board', resources: [notesApi] }
const caller = { id: 'ann', title: 'Ann', authorities: [] }
const route = { method: 'GET', path: '/reports/{year}', handle: () => 1 }

/** The members that a type checker would refuse. */
const diagnosticsOf = async (members: object): Promise<unknown> => {
  const application = defineApplication({ ...sound, ...members } as typeof sound)
  const error = await createServer(application).catch((thrown: unknown) => thrown)
  return (error as { diagnostics: readonly { code: string; path: string; message: string }[] })
    .diagnostics
}

describe('an application is refused', () => {
  test.each([
    [
      'with a misspelt member',
      { prepar: () => undefined },
      'MEMBER_UNKNOWN',
      'application.prepar',
      "There is no member 'prepar'; did you mean 'prepare'?",
    ],
    [
      'with a member of another type',
      { version: 2 },
      'MEMBER_INVALID',
      'application.version',
      'It must be a text; got a number.',
    ],
    [
      'with a misspelt member of its description',
      { info: { licence: { name: 'MIT' } } },
      'MEMBER_UNKNOWN',
      'application.info.licence',
      "There is no member 'licence'; did you mean 'license'?",
    ],
    [
      'without a title',
      { title: undefined },
      'MEMBER_INVALID',
      'application.title',
      'It is missing; it must be a text.',
    ],
    [
      'with a caller that has no authorities',
      { callers: [{ id: 'ann', title: 'Ann' }] },
      'MEMBER_INVALID',
      'application.callers[0].authorities',
      'It is missing; it must be a list of texts.',
    ],
    [
      'with a caller whose id fits into no header',
      { callers: [{ ...caller, id: 'Ann B' }] },
      'KEY_INVALID',
      'application.callers[0].id',
      "The id 'Ann B' is sent in the header X-Development-Caller; it must be at most 100 letters, digits, '.', '_' and '-'.",
    ],
    [
      'with two callers of one id',
      { callers: [caller, { ...caller, title: 'Another' }] },
      'DUPLICATE',
      'application.callers[1].id',
      "Another caller already has the id 'ann'.",
    ],
    [
      'with a caller named like the one of requests without the header',
      { callers: [{ ...caller, id: 'development' }] },
      'DUPLICATE',
      'application.callers[0].id',
      "'development' is the caller of requests without the header; choose another id.",
    ],
    [
      'with texts in a language that has no valid tag',
      { messages: { pt: {}, pt_BR: {} } },
      'KEY_INVALID',
      'application.messages.pt_BR',
      "'pt_BR' is not a language tag; write a tag such as 'pt' or 'pt-BR'.",
    ],
    [
      'with a route that has no code',
      { routes: [{ ...route, handle: undefined }] },
      'MEMBER_INVALID',
      'application.routes[0].handle',
      'It is missing; it must be a function.',
    ],
    [
      'with a route of another syntax',
      { routes: [{ ...route, path: '/reports/:year' }] },
      'KEY_INVALID',
      'application.routes[0].path',
      "The path '/reports/:year' must consist of plain segments and parameters, such as '/reports/{year}'.",
    ],
    [
      'with a route that hides paths of the platform',
      { routes: [{ ...route, path: '/{page}' }] },
      'DUPLICATE',
      'application.routes[0].path',
      "Paths below '/schemas' belong to the platform; choose another path.",
    ],
    [
      'with a route that hides paths of a resource',
      { routes: [{ ...route, path: '/api/{group}/notes/{id}/print' }] },
      'DUPLICATE',
      'application.routes[0].path',
      "Paths below '/api/desk/notes' belong to 'desk.notes'; choose another path.",
    ],
    [
      'with a route that is declared twice',
      { routes: [route, { ...route, path: '/reports/{month}' }] },
      'DUPLICATE',
      'application.routes[1].path',
      'Another route already has GET /reports/{month}.',
    ],
    [
      'with routes of one path whose parameters have different names',
      { routes: [route, { ...route, method: 'DELETE', path: '/reports/{id}' }] },
      'KEY_INVALID',
      'application.routes[1].path',
      "Another route has the same path with other parameters; name the parameters as in '/reports/{year}'.",
    ],
    [
      'with a route that has a parameter twice',
      { routes: [{ ...route, path: '/reports/{id}/pages/{id}' }] },
      'DUPLICATE',
      'application.routes[0].path',
      "The path '/reports/{id}/pages/{id}' has the parameter {id} twice; choose another name for one.",
    ],
  ])('%s', async (_title, members, code, path, message) => {
    expect(await diagnosticsOf(members)).toEqual([{ code, severity: 'error', path, message }])
  })
})
