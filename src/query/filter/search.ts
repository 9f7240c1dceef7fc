/**
 * Searches in several texts at once. A search for parts needs each of its words in some text, by
 * the rule of LIKE. A full text search reads the texts of a record as one document.
 */
import type { ColumnTarget } from '../../model/types/path.js'
import type { SearchModel, SentSearch } from '../../model/types/search.js'
import type { Scope } from '../rows/visible-rows.js'
import { and, type Sql, sql } from '../sql/sql.js'
import type { Applied } from './operations/meaning.js'
import { contains, containsUnaccented } from './operations/text.js'

/** Maximum number of words, phrases or prefixes of a search. */
export const maxSearchTerms = 20

/** What must be found, each once. A search without any is blank. */
export const searchTerms = ({ search, text }: SentSearch): readonly string[] => {
  const terms = search.match === 'fullText' ? text.match(fullTextTerm) : partsOf(search, text)
  return [...new Set(terms)]
}

/** `word`, `prefix*`, `"a phrase"`, each perhaps after `-`. A phrase ends with the text at last. */
const fullTextTerm = /-?"[^"]*(?:"|$)|[^\p{White_Space}"]+/gu

const partsOf = ({ match }: SearchModel, text: string): readonly string[] => {
  const words = text.split(/\p{White_Space}+/u).filter((word) => word !== '')
  return match === 'words' || words.length === 0 ? words : [trimmed(text)]
}

const trimmed = (text: string): string => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '')

/** Makes the condition that some value of a target meets a condition. */
type OnTarget = (target: ColumnTarget, apply: (target: Applied) => Sql) => Sql

/** `(lower(x) like '%ann%' or lower(y) like '%ann%') and (lower(x) like '%sales%' or …)` */
export const searchSql = (sent: SentSearch, scope: Scope, onTarget: OnTarget): Sql => {
  const { targets, match, unaccent } = sent.search
  if (match === 'fullText') return sql`(${documentSql(sent.search, scope)} @@ ${querySql(sent)})`
  const conditions = searchTerms(sent).map((term) => {
    const found = targets.map((target) =>
      onTarget(target, (applied) =>
        unaccent ? containsUnaccented(applied, term, unaccent) : contains(applied, term),
      ),
    )
    return sql`(${sql.join(found, sql` or `)})`
  })
  return and(conditions)
}

/**
 * How well a record matches full text searches, added up: a `real`, 0 for a record that has no word
 * of them.
 */
export const rankSql = (sent: readonly SentSearch[], scope: Scope): Sql =>
  sql.join(
    sent.map((each) => sql`ts_rank(${documentSql(each.search, scope)}, ${querySql(each)})`),
    sql` + `,
  )

/** `to_tsvector('english'::regconfig, coalesce(x::text, '') || ' ' || coalesce(y::text, ''))` */
const documentSql = (search: SearchModel, scope: Scope): Sql => {
  const texts = search.targets.map((target) => sql`coalesce(${scope.column(target)}::text, '')`)
  return sql`to_tsvector(${configurationOf(search)}, ${sql.join(texts, sql` || ' ' || `)})`
}

const configurationOf = ({ configuration }: SearchModel): Sql =>
  sql`${sql.lit(configuration!)}::regconfig`

/** Terms without a word of the language, such as "the", are left out by `&&`. */
const querySql = (sent: SentSearch): Sql => {
  const terms = searchTerms(sent).map((term) => termSql(term, sent.search))
  return sql`(${sql.join(terms, sql` && `)})`
}

const termSql = (term: string, search: SearchModel): Sql => {
  const [, minus = '', wanted = ''] = /^(-*)(.*)$/su.exec(term) ?? []
  const found = wantedSql(wanted, configurationOf(search))
  return minus === '' ? found : sql`!! ${found}`
}

const wantedSql = (wanted: string, configuration: Sql): Sql => {
  const start = wanted.startsWith('"') ? '' : wanted.slice(0, -1)
  // PostgreSQL refuses a prefix without characters; a star alone is a text without words.
  if (start === '' || !wanted.endsWith('*')) {
    return sql`phraseto_tsquery(${configuration}, ${wanted.replaceAll('"', '')}::text)`
  }
  const prefix = `'${start.replace(/['\\]/g, '$&$&')}':*`
  return sql`to_tsquery(${configuration}, ${prefix}::text)`
}
