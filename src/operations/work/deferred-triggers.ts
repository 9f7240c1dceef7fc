/** Runs deferred triggers after writes, so that what is read next includes their writes. */
import { runDeferred } from '../../database/transaction/write-transaction.js'
import type { SqlText } from '../../foundation/execution/statement.js'
import type { UnboundWriteContext } from '../context.js'

/**
 * Defers the constraints again. Otherwise the triggers of later writes in the transaction would not
 * wait for the writes that they check. PostgreSQL has no command for it. Names are looked up when
 * the statement runs, because the name of a constraint that was dropped since the start of the
 * service would end the transaction. A name that constraints of another form share cannot be given.
 */
const deferAgain: SqlText = {
  name: 'defer constraints again',
  text: `do $$ begin
  execute coalesce((
    select 'set constraints ' || string_agg(distinct format('%I.%I', n.nspname, c.conname), ', ')
      || ' deferred'
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.condeferred and not pg_is_other_temp_schema(n.oid)
      and has_schema_privilege(n.oid, 'usage')
      and not exists (select from pg_constraint o where o.conname = c.conname
        and o.connamespace = c.connamespace and not o.condeferred)), 'select');
end $$`,
  values: [],
}

type Facts = Pick<UnboundWriteContext, 'integrity'>

/** Statements to be sent after the last writes of a transaction. */
export const settledAtEnd = ({ integrity }: Facts): readonly SqlText[] =>
  integrity.hasDeferredTriggers ? [runDeferred] : []

/** Statements to be sent after writes that others may follow. */
export const settled = (facts: Facts): readonly SqlText[] =>
  facts.integrity.hasDeferredConstraints ? [runDeferred, deferAgain] : settledAtEnd(facts)
