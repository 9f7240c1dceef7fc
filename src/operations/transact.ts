/** One transaction that writes, with what the code of a contract gets in it, and what follows its commit. */
import pg from 'pg'
import type { CallContext, Refusal } from '../contract/calls.js'
import type { Transaction } from '../database/database.js'
import { blameFields } from '../database/integrity.js'
import { AppError } from '../foundation/errors.js'
import type { WriteShapeModel } from '../model/resource-model.js'
import type { Call } from './context.js'
import type { WriteValues } from './read-body.js'
import { explainReferences, type Written } from './references.js'
import { createResourceAccess } from './resource-access.js'
import type { Seen, Work } from './work.js'

/** A conflict with other transactions repeats the whole of `run`; only what was committed has an aftermath. */
export const transact = async <T>(
  call: Call,
  written: { readonly shape: WriteShapeModel; readonly values: WriteValues } | undefined,
  run: (work: Work) => Promise<T>,
): Promise<T> => {
  let aftermath: (() => unknown)[] = []
  const seen: Seen = { previous: {} }
  const result = await call.database
    .write((transaction) => {
      aftermath = []
      return run({ ...createWork(call, transaction, aftermath), seen })
    })
    .catch(async (error: unknown) => {
      throw await explain(error, call, written && { ...written, ...seen })
    })
  for (const work of aftermath) await (async () => work())().catch(call.report)
  return result
}

const createWork = (
  call: Call,
  transaction: Transaction,
  aftermath: (() => unknown)[],
): Omit<Work, 'seen'> => {
  const { principal, clock, signal } = call
  const context: CallContext = {
    principal,
    now: clock.now,
    signal,
    get tx() {
      return createResourceAccess({ call, transaction, context, seen: { previous: {} } })
    },
    afterCommit: (work) => {
      aftermath.push(work)
    },
    refuse: (reason, { message = `Refused: ${reason}.`, target }: Refusal = {}) =>
      new AppError('BUSINESS_RULE_VIOLATION', {
        message,
        ...(target === undefined ? {} : { target }),
        properties: { reason },
      }),
  }
  return { call, transaction, context }
}

/** Names the members that broke a constraint; nothing of other records. */
const explain = async (
  error: unknown,
  { resource, integrity, database }: Call,
  written: Written | undefined,
): Promise<unknown> => {
  if (written && isForeignKey(error)) {
    const told = await explainReferences(resource, written, database)
    if (told) return told
  }
  return blameFields(error, resource, written?.shape, integrity)
}

const isForeignKey = (error: unknown): boolean =>
  error instanceof AppError &&
  error.cause instanceof pg.DatabaseError &&
  error.cause.code === '23503'
