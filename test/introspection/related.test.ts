/** What `introspect` makes of related tables, of what a grid filters and a dashboard measures. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Introspected, introspectDatabase } from './introspected.js'

const tables = `
  create schema trials; create schema staff;
  create table staff.people (id int primary key, name varchar(40) not null);
  create table trials.study (id int primary key, title varchar(80) not null,
    owner_id int references staff.people, closed_on date);
  create table trials.site (study_id int references trials.study, code varchar(8),
    city varchar(40) not null, primary key (study_id, code));
  create table trials.subject (
    study_id int references trials.study, number int, site_code varchar(8) not null,
    weight numeric(5,1), primary key (study_id, number),
    foreign key (study_id, site_code) references trials.site);
  create table trials.event (
    id int generated always as identity primary key, study_id int not null, subject_no int not null,
    severity smallint, reported_by int references staff.people, note text,
    billtoaddressid int, sort_order int,
    foreign key (study_id, subject_no) references trials.subject);
  create table trials.tags (id int primary key, label varchar(20) not null);
  create table trials.study_tags (study_id int references trials.study, tag_id int references trials.tags,
    primary key (study_id, tag_id));
  insert into staff.people values (1, 'Ann'), (2, 'Bea');
  insert into trials.study values (1, 'First', 1, null), (2, 'Second', 2, '2026-03-01');
  insert into trials.site values (1, 'N', 'Natal'), (2, 'N', 'Nice');
  insert into trials.tags values (1, 'new');
  insert into trials.study_tags values (2, 1)`

let introspected: Introspected
let service: TestService
beforeAll(async () => {
  introspected = await introspectDatabase(tables, undefined, ['trials', 'staff'])
  const { application, database } = introspected
  service = await createTestService({ ...application, connection: database.connection })
})
afterAll(async () => {
  await service?.close()
  await introspected?.close()
})

const send = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const response = await service.app.inject({ method, url, ...(payload ? { payload } : {}) })
  return { ...response.json(), status: response.statusCode }
}
const specOf = (key: string) =>
  introspected.application.resources.find(({ data }) => data.key === key)!.data

test('each schema of the database is a group', () => {
  expect(introspected.application.resources.map(({ data }) => data.key)).toEqual([
    'trials.event',
    'trials.site',
    'trials.study',
    'trials.subject',
    'trials.tags',
    'staff.people',
  ])
})

test('a resource has a plural title, and the label of a reference is called as the relation', async () => {
  const { resources } = await send('GET', '/schemas/resources')
  const titles = resources.map(({ title, recordTitle }: Record<string, string>) => [
    title,
    recordTitle,
  ])
  expect(titles).toContainEqual(['Studies', 'Study'])
  expect(titles).toContainEqual(['People', 'Person'])
  expect(titles).toContainEqual(['Tags', 'Tag'])
  expect(specOf('trials.event').hints).toMatchObject({ reportedByName: { label: 'Reported by' } })
  expect(specOf('trials.subject').hints).toMatchObject({
    studyTitle: { label: 'Study' },
    siteCity: { label: 'Site' },
  })
})

describe('collections', () => {
  test('are surfaces of a record, narrowed to it', async () => {
    const { surfaces } = await send('GET', '/api/trials/study/2/surfaces')
    const related = surfaces.filter(({ recordFilter }: { recordFilter: unknown }) => recordFilter)
    expect(
      related.map(({ id, title, path, recordFilter }: Record<string, unknown>) => ({
        ...{ id, title, path, recordFilter },
      })),
    ).toEqual([
      {
        id: 'sites',
        title: 'Sites',
        path: '/api/trials/site/filter',
        recordFilter: { field: 'studyIds', valueField: 'id' },
      },
      {
        id: 'subjects',
        title: 'Subjects',
        path: '/api/trials/subject/filter',
        recordFilter: { field: 'studyIds', valueField: 'id' },
      },
      {
        id: 'tags',
        title: 'Tags',
        path: '/api/trials/tags/filter',
        recordFilter: { field: 'studyIds', valueField: 'id' },
      },
    ])
    const sites = await send('POST', '/api/trials/site/filter', { studyIds: [2] })
    expect(sites.data.content).toMatchObject([{ city: 'Nice' }])
    const tags = await send('POST', '/api/trials/tags/filter', { studyIds: [2] })
    expect(tags.data.content).toMatchObject([{ label: 'new' }])
  })

  test('are filtered by their size, and missing values as such', async () => {
    const withSites = await send('POST', '/api/trials/study/filter', { siteCountOver: 0 })
    expect(withSites.data.totalElements).toBe(2)
    const open = await send('POST', '/api/trials/study/filter', { closedOnIsNull: true })
    expect(open.data.content).toMatchObject([{ title: 'First' }])
  })
})

describe('a reference of several columns', () => {
  test('is in tables instead of its columns, unless they are part of the key', () => {
    const hidden = { tableHidden: true }
    expect(specOf('trials.event').hints).toMatchObject({ studyId: hidden, subjectNo: hidden })
    expect(specOf('trials.subject').hints).toMatchObject({ siteCode: hidden })
    expect(specOf('trials.subject').hints).not.toHaveProperty('studyId')
  })

  test('is written as one id, which is searched like any other', async () => {
    expect(specOf('trials.event').create).toEqual({
      severity: '.',
      note: '.',
      billtoaddressid: '.',
      sortOrder: '.',
      subjectId: 'subject.id',
      reportedBy: 'reportedBy.id',
    })
    expect(specOf('trials.subject').create).toEqual({
      number: '.',
      weight: '.',
      studyId: 'study.id',
      siteId: 'site.id',
    })
    const subject = { number: 7, studyId: 1, siteId: '1~N' }
    const made = await send('POST', '/api/trials/subject', subject)
    expect([made.status, made.data]).toMatchObject([201, { id: '1~7', siteCode: 'N' }])
    const event = await send('POST', '/api/trials/event', { subjectId: '1~7', reportedBy: 2 })
    expect([event.status, event.data]).toMatchObject([
      201,
      { studyId: 1, subjectNo: 7, subjectId: '1~7', reportedByName: 'Bea' },
    ])
    const url = '/api/trials/event/option-sources/subjects/options/filter'
    const options = await send('POST', url, {})
    expect(options.content).toMatchObject([{ id: '1~7' }])
  })

  test('stays as its columns in an update that may not change the key', () => {
    expect(specOf('trials.subject').update).toEqual({ siteCode: '.', weight: '.' })
  })
})

test('statistics are of measures, not of parts of keys and other identifiers', () => {
  expect(Object.keys(specOf('trials.event').stats ?? {})).toEqual(['severity', 'reportedBy'])
  expect(Object.keys(specOf('trials.subject').stats ?? {})).toEqual(['weight', 'study'])
})
