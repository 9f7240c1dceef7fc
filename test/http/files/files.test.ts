/** Upload, download and deletion of files over HTTP. */
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { documentsPath, png, sha256, useFiles } from './use-files.js'

const files = useFiles()
const { create, data, rows, send } = files

const upload = (path: string, body: Uint8Array | string, headers: object = {}) =>
  send(`${path}/files/photo`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', ...headers },
    body,
  })

describe('an upload', () => {
  test('gives the record its file, moves its version, and is downloaded as it was', async () => {
    const path = await create()
    const bytes = png(700_000)
    const record = await data(
      await upload(path, bytes, { 'content-disposition': 'attachment; filename="cat.png"' }),
    )
    const photo = {
      ...{ name: 'cat.png', type: 'image/png', size: 700_000, sha256: sha256(bytes) },
      href: `${path}/files/photo`,
    }
    expect(record).toMatchObject({ photo, photoName: 'cat.png', photoSize: 700_000, version: 2 })
    expect((await data(await send(path)))['photo']).toEqual(photo)
    const download = await send(photo.href)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(download.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '700000',
      etag: `"${sha256(bytes)}"`,
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="cat.png"; filename*=UTF-8''cat.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('replaces the file that the record had', async () => {
    const path = await create()
    await data(await upload(path, png(100)))
    const record = await data(await upload(path, png(200)))
    expect(record).toMatchObject({ photo: { name: 'photo', size: 200 }, version: 3 })
    const download = await send(`${path}/files/photo`)
    expect((await download.arrayBuffer()).byteLength).toBe(200)
  })

  test('without a length is streamed in chunks', async () => {
    const path = await create()
    const bytes = png(600_001)
    const body = new Blob([bytes]).stream()
    const headers = { 'content-type': 'image/png' }
    const record = await data(
      await send(`${path}/files/photo`, { method: 'PUT', headers, body: body as ReadableStream }),
    )
    expect(record['photo']).toMatchObject({ size: 600_001, sha256: sha256(bytes) })
  })

  test('of no byte is an empty file', async () => {
    const path = await create()
    const record = await data(await upload(path, '', { 'content-type': 'text/plain' }))
    expect(record['photo']).toMatchObject({ size: 0, sha256: sha256(new Uint8Array()) })
    const download = await send(`${path}/files/photo`)
    expect([download.status, await download.text()]).toEqual([200, ''])
  })

  test.each([
    [`attachment; filename="a\\"b.png"`, 'a"b.png'],
    [`attachment; filename=plain.png`, 'plain.png'],
    [`attachment; filename="e.png"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.png`, 'naïve €.png'],
    [`inline; filename="..\\\\..\\\\evil.png"`, 'evil.png'],
    [`attachment; filename="../../etc/passwd"`, 'passwd'],
    [`attachment; filename*=utf-8''gnp%E2%80%AE.exe`, 'gnp.exe'],
    ['attachment', 'photo'],
  ])('with Content-Disposition %s has the name %s', async (header, name) => {
    const path = await create()
    const record = await data(await upload(path, png(), { 'content-disposition': header }))
    expect(record['photo']).toMatchObject({ name })
  })

  test.each([
    ['a type that is not accepted', { 'content-type': 'image/gif' }, 415],
    ['no type', { 'content-type': '' }, 415],
    ['a content encoding', { 'content-encoding': 'gzip' }, 415],
    ['a range', { 'content-range': 'bytes 0-1/2' }, 400],
    ['a name that is not encoded', { 'content-disposition': "a; filename*=UTF-8''%zz" }, 400],
    ['an old version', { 'if-match': '"7.x"' }, 412],
    ['a wrong If-Match', { 'if-match': 'x' }, 400],
  ] as const)('with %s is refused', async (_, headers, status) => {
    const path = await create()
    expect((await upload(path, png(), headers)).status).toBe(status)
    expect((await data(await send(path)))['photo']).toBeNull()
  })

  test('whose content is not of its type is refused with 415', async () => {
    const path = await create()
    const answer = await upload(path, '<html><script>alert(1)</script></html>')
    expect(answer.status).toBe(415)
    expect(await answer.text()).toContain('The content is not a file of type image/png.')
  })

  test('that is too large is refused with 413, whether it says so or not', async () => {
    const path = await create()
    expect((await upload(path, png(3_000_001))).status).toBe(413)
    const body = new Blob([png(3_000_001)]).stream() as ReadableStream
    const headers = { 'content-type': 'image/png' }
    const answer = await send(`${path}/files/photo`, { method: 'PUT', headers, body }).catch(
      // The server closes the connection while the client is sending.
      () => ({ status: 413 }),
    )
    expect(answer.status).toBe(413)
    expect((await data(await send(path)))['photo']).toBeNull()
  })

  test('as a dry run changes nothing, and leaves nothing in the store', async () => {
    const path = await create()
    const stored = () => rows('select id from corollary.file order by id')
    const before = await stored()
    const answer = await send(`${path}/files/photo?dryRun=true`, {
      ...{ method: 'PUT', headers: { 'content-type': 'image/png' }, body: png() },
    })
    expect(answer.headers.get('x-dry-run')).toBe('true')
    expect(await data(answer)).toMatchObject({ photo: { size: 100 }, version: 2 })
    expect(await data(await send(path))).toMatchObject({ photo: null, version: 1 })
    expect(await stored()).toEqual(before)
  })

  test('of a field that is not a file is refused with 404', async () => {
    const path = await create()
    for (const field of ['title', 'nothing']) {
      const answer = await send(`${path}/files/${field}`, { method: 'PUT', body: 'x' })
      expect([answer.status, await answer.text()]).toEqual([
        404,
        expect.stringContaining('its files are photo, secret'),
      ])
    }
  })

  test('to a record that does not exist is refused with 404', async () => {
    expect((await upload(`${documentsPath}/999999`, png())).status).toBe(404)
  })

  test('that is interrupted leaves nothing', async () => {
    const path = await create()
    await new Promise<void>((resolve) => {
      const client = request({
        ...{ port: files.port, host: '127.0.0.1', method: 'PUT', path: `${path}/files/photo` },
        headers: {
          authorization: 'Bearer chief',
          'content-type': 'image/png',
          'content-length': 2e6,
        },
      })
      client.on('error', () => resolve())
      client.write(png(1_000_000), () => client.destroy())
    })
    await expect
      .poll(() => rows('select from corollary.file where unused_since is not null'))
      .toHaveLength(0)
    expect((await data(await send(path)))['photo']).toBeNull()
  })
})

describe('a download', () => {
  test.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=262140-262150', 206, 262_140, 262_151],
    ['bytes=599990-', 206, 599_990, 600_000],
    ['bytes=-5', 206, 599_995, 600_000],
    ['bytes=10-9999999', 206, 10, 600_000],
    ['bytes=0-', 200, 0, 600_000],
    ['bytes=0-1,5-6', 200, 0, 600_000],
    ['bytes=9-1', 200, 0, 600_000],
    ['lines=1-2', 200, 0, 600_000],
  ])('of the range %s is %i', async (range, status, start, end) => {
    const path = await create()
    const bytes = png(600_000)
    await data(await upload(path, bytes))
    const answer = await send(`${path}/files/photo`, { headers: { range } })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-range')).toBe(
      status === 206 ? `bytes ${start}-${end - 1}/600000` : null,
    )
    const received = Buffer.from(await answer.arrayBuffer())
    expect(received.equals(bytes.subarray(start, end))).toBe(true)
  })

  test('of a range after the end is 416, and says the size', async () => {
    const path = await create()
    await data(await upload(path, png()))
    const answer = await send(`${path}/files/photo`, { headers: { range: 'bytes=100-' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */100'])
  })

  test('is conditional, by the digest of the file', async () => {
    const path = await create()
    await data(await upload(path, png()))
    const href = `${path}/files/photo`
    const tag = `"${sha256(png())}"`
    const unchanged = await send(href, { headers: { 'if-none-match': tag } })
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, tag])
    const range = { range: 'bytes=0-1' }
    expect((await send(href, { headers: { ...range, 'if-range': tag } })).status).toBe(206)
    expect((await send(href, { headers: { ...range, 'if-range': '"other"' } })).status).toBe(200)
  })

  test('by HEAD has the headers and no body', async () => {
    const path = await create()
    await data(await upload(path, png()))
    const answer = await send(`${path}/files/photo`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe('100')
    expect(await answer.text()).toBe('')
  })

  test('of a text is not compressed, so that ranges are those of the file', async () => {
    const path = await create()
    await data(await upload(path, 'a'.repeat(10_000), { 'content-type': 'text/plain' }))
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await send(`${path}/files/photo`, { headers })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('content-length')).toBe('10000')
  })

  test('of a name with wide quotes has one file name, which the quotes do not end', async () => {
    const path = await create()
    // Characters that have an ASCII form, which must not become a delimiter of the header.
    const name = encodeURIComponent(`a\uFF02; filename*=UTF-8''b.exe; c=\uFF02\uFF3C\uFF0F.png`)
    await data(await upload(path, png(), { 'content-disposition': `a; filename*=UTF-8''${name}` }))
    const { headers } = await send(`${path}/files/photo`)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\\/]*"; filename\*=UTF-8''[^;]*$/,
    )
  })

  test('of no file is 404', async () => {
    expect((await send(`${await create()}/files/photo`)).status).toBe(404)
  })

  test.each(['text/html', 'image/svg+xml'])('of %s is never shown by a browser', async (type) => {
    const path = await create()
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await data(await upload(path, script, { 'content-type': type }))
    const { headers } = await send(`${path}/files/photo`)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('a deletion', () => {
  test('takes the file away from the record', async () => {
    const path = await create()
    await data(await upload(path, png()))
    const href = `${path}/files/photo`
    expect((await send(href, { method: 'DELETE', headers: { 'if-match': '"1.x"' } })).status).toBe(
      412,
    )
    const record = await data(await send(href, { method: 'DELETE' }))
    expect(record).toMatchObject({ photo: null, photoName: null, version: 3 })
    expect((await send(href)).status).toBe(404)
    expect((await send(href, { method: 'DELETE' })).status).toBe(404)
  })
})

describe('a file', () => {
  test('is filtered by its parts, and by whether there is one', async () => {
    const title = 'filtered'
    const [first, second] = [await create({ title }), await create({ title })]
    const named = { 'content-disposition': 'attachment; filename="findme.png"' }
    const { id } = await data(await upload(first, png(12_345), named))
    const found = async (filter: object) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(filter)
      const page = await data(
        await send(`${documentsPath}/filter?size=100`, { method: 'POST', headers, body }),
      )
      return (page['content'] as { id: number }[]).map((record) => record.id)
    }
    expect(await found({ photoName: 'FINDME' })).toEqual([id])
    expect(await found({ photoOver: 12_344, photoType: 'image/png' })).toContain(id)
    const without = await found({ photoIsNull: true })
    expect(without).not.toContain(id)
    expect(without).toContain(Number(second.split('/').at(-1)))
  })

  test('cannot be written by a body, which may repeat what it read', async () => {
    const path = await create()
    const record = await data(await upload(path, png()))
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ ...record, title: 'b', photo: null })
    const updated = await data(await send(path, { method: 'PUT', headers, body }))
    expect(updated).toMatchObject({ title: 'b', photo: { size: 100 } })
  })

  test('is in the history of its record, with its facts', async () => {
    const path = await create()
    await data(await upload(path, png()))
    const [entry] = (await data(await send(`${path}/history`)))['content'] as object[]
    expect(entry).toMatchObject({
      action: 'uploadFile',
      fields: ['photo'],
      newVersion: 2,
      values: { photo: { old: null, new: { name: 'photo', size: 100 } } },
    })
  })

  test('is exported as its name', async () => {
    const path = await create({ title: 'exported' })
    await data(await upload(path, png(), { 'content-disposition': 'a; filename=exported.png' }))
    const csv = await (await send(`${documentsPath}/export`, { method: 'POST' })).text()
    expect(csv).toMatch(/exported,red,exported\.png,/)
  })
})
