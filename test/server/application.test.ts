/** Applications are checked at run time too, because tsx and type stripping ignore types. */
import { createServer, defineApplication } from 'corollary'
import { describe, expect, test } from 'vitest'

const sound = { title: 'Board', resources: [] }

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
      'It takes a text; got a number.',
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
      'It is missing; it takes a text.',
    ],
  ])('%s', async (_title, members, code, path, message) => {
    expect(await diagnosticsOf(members)).toEqual([{ code, severity: 'error', path, message }])
  })
})
