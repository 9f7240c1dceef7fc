/** A write of one round trip, with triggers that wait for the end of the transaction. */
import { expect, test } from 'vitest'
import { statementsOf } from '../../support/statements.js'
import { tablesOf, useService } from '../../support/use-service.js'
import { jobCallers, jobsApi, jobsPath, jobTables, logsApi } from '../jobs.js'

const { send, rows } = useService({
  resources: [jobsApi, logsApi],
  callers: jobCallers,
  database: tablesOf(`${jobTables}
    create function check_job() returns trigger language plpgsql as $$
    begin
      if new.title = 'bad' then raise 'bad title' using errcode = 'check_violation'; end if;
      return null;
    end $$;
    create constraint trigger check_job after insert on jobs deferrable initially deferred
      for each row execute function check_job();`),
})
const create = (title: string) => send('ann', 'POST', jobsPath, { title })

test('begins a transaction, as SET CONSTRAINTS expects it', async () => {
  let status = 0
  const sent = await statementsOf(async () => {
    status = (await create('good')).statusCode
  })
  expect(status).toBe(201)
  expect(sent.filter(({ startsRoundTrip }) => startsRoundTrip)).toHaveLength(1)
  expect([sent[0]!.text, sent.at(-1)!.text]).toEqual(['begin', 'commit'])
})

test('a refusal undoes it, and the connection stays usable', async () => {
  expect((await create('bad')).statusCode).toBe(400)
  const answers = await Promise.all(['a', 'b', 'c'].map(create))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(await rows(`select 1 from jobs where title = 'bad'`)).toEqual([])
})
