/** Files of records and fields that a caller may not see, and writes that they may not do. */
import { expect, test } from 'vitest'
import { documentsPath, png, useFiles } from '../../http/files/use-files.js'
import type { Json } from '../../http/use-people.js'

const files = useFiles()
const { create, data, send } = files

const put = (path: string, field: string, caller: 'chief' | 'reader' | 'red') =>
  send(`${path}/files/${field}`, {
    ...{ method: 'PUT', caller, headers: { 'content-type': 'image/png' }, body: png() },
  })

test('the file of an invisible record is as one of a record that does not exist', async () => {
  const path = await create({ team: 'blue' })
  await data(await put(path, 'photo', 'chief'))
  const missing = `${documentsPath}/999999`
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const [hidden, absent] = await Promise.all(
      [path, missing].map(async (record) => {
        const headers = { 'content-type': 'image/png' }
        const body = method === 'PUT' ? { body: png() } : {}
        const answer = await send(`${record}/files/photo`, {
          ...{ method, caller: 'red' as const, headers },
          ...body,
        })
        const text = (await answer.text()).replaceAll(record, '…')
        return [answer.status, text.replace(/"(timestamp|traceId)":"[^"]*"/g, '')]
      }),
    )
    expect(hidden![0]).toBe(404)
    expect(hidden).toEqual(absent)
  }
  expect((await data(await send(path)))['photo']).toMatchObject({ size: 100 })
})

test('a hidden file is as a field that does not exist, and is in no error', async () => {
  const path = await create()
  await data(await put(path, 'secret', 'chief'))
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await send(`${path}/files/secret`, { method, caller: 'red' })
    const text = await answer.text()
    expect([answer.status, text.includes('its files are photo.')]).toEqual([404, true])
  }
  expect(await data(await send(path, { caller: 'red' }))).not.toHaveProperty('secret')
})

test('a caller who sees a file but may not edit it cannot upload or delete it', async () => {
  const path = await create()
  await data(await put(path, 'secret', 'chief'))
  expect((await send(`${path}/files/secret`, { caller: 'reader' })).status).toBe(200)
  expect((await put(path, 'secret', 'reader')).status).toBe(403)
  const deletion = await send(`${path}/files/secret`, { method: 'DELETE', caller: 'reader' })
  expect(deletion.status).toBe(403)
})

test('capabilities say for each field whether its file can be written, and why not', async () => {
  const path = await create()
  const fieldsOf = async (caller: 'chief' | 'reader' | 'red', record = path) => {
    const answer = await send(`${record}/capabilities`, { caller })
    const { operations } = (await answer.json()) as Json
    expect(operations.deleteFile.fields).toEqual(operations.uploadFile.fields)
    expect(operations.downloadFile).not.toHaveProperty('fields')
    return operations.uploadFile.fields
  }
  const allowed = { allowed: true, reason: null, metadata: {} }
  const requiredAuthorities = ['secrets:write']
  const denied = { allowed: false, reason: 'missing-authority', metadata: { requiredAuthorities } }
  expect(await fieldsOf('chief')).toEqual({ photo: allowed, secret: allowed })
  expect(await fieldsOf('reader')).toEqual({ photo: allowed, secret: denied })
  expect(await fieldsOf('red')).toEqual({ photo: allowed })
  const ofCollection = await fieldsOf('chief', documentsPath)
  expect(ofCollection.photo.reason).toBe('resource-context-required')
})

test('the file of a deleted record is not found', async () => {
  const path = await create()
  await data(await put(path, 'photo', 'chief'))
  await send(path, { method: 'DELETE' })
  expect((await send(`${path}/files/photo`)).status).toBe(404)
  expect((await put(path, 'photo', 'chief')).status).toBe(404)
})
