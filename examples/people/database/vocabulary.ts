/**
 * The words that the generator chooses from, and values that break naive code, which only
 * `--edge-cases` adds. The order is part of the data: an inserted word changes every later row.
 */

export const firstNames = words(`
  Ana|Beatriz|Carlos|Daniela|Eduardo|Fernanda|Gabriel|Helena|Inês|João|Karina|Lucas|Márcia|Nuno
  Olívia|Paulo|Renata|Sérgio|Tatiana|Vítor|Émile|Élodie|Çağla|Çetin|Şebnem|Şükrü|Ñusta|Iñigo|Begoña
  Jürgen|Günther|Zoë|Björn|Åsa|Øyvind|Łukasz|Małgorzata|Dvořák|Žofia|Ágnes|Alice|Benjamin|Charlotte
  David|Emma|Frank|Grace|Henry|Isabella|James|Kenji|Liang|Mei|Nadia|Omar|Priya|Quentin|Rosa|Samuel
  Thandiwe|Uma|Victoria|William|Ximena|Yuki|Zainab
`)

export const lastNames = words(`
  Almeida|Barbosa|Cardoso|Duarte|Esteves|Ferreira|Gonçalves|Henriques|Lourenço|Magalhães|Nóbrega
  Oliveira|Pereira|Queirós|Ribeiro|Santos|Silva|Souza|Tavares|Vasconcelos|Études|Çelik|Şahin|Yılmaz
  Ñáñez|Núñez|Muñoz|Peña|Weiß|Groß|Strauß|Müller|Schröder|Österberg|Ångström|Sørensen|Kowalski
  Wiśniewska|Novák|Černý|Kovács|Szabó|Brown|Clark|Davies|Evans|Foster|Green|Hughes|Johnson|King
  Lewis|Moore|Nguyen|Okafor|Patel|Quinn|Rossi|Singh|Tanaka|Ueda|Varga|Wang|Xu|Young|Zhang
`)

/** For e-mail addresses: plain letters a to z, in the order of the names above. */
export const firstMailNames = firstNames.map(mailName)
export const lastMailNames = lastNames.map(mailName)

/** Quotes, wildcards, escapes and markup: each must be returned unchanged. */
export const hostileNames = [
  "Sinéad O'Connor",
  "D'Artagnan d'Été",
  '100% Real',
  '%',
  '_',
  'Under_Score',
  'Back\\slash',
  'C:\\new\\table',
  'Ends with \\',
  'Dwayne "The Rock" Johnson',
  '"',
  "'",
  "''); drop table employees; --",
  '<b>Bold</b>',
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  '=HYPERLINK("http://example.com")',
  '+SUM(1,2)',
  '-Dash First',
  '@at',
  'Éva ÇELİK',
  'ÉVA çelik',
  'Straße STRASSE',
  'Iıİi',
  // The same letter as one character and as two: they look equal and are not.
  'Zo\u00eb Composed',
  'Zoe\u0308 Decomposed',
  'null',
  '#{name} {{name}} $1 :name ?',
  'Ana Silva',
  'Ana  Silva',
  'ana silva',
  'ANA SILVA',
] as const

/** All of them are allowed before the @ (RFC 5322, atext). */
export const hostileMailNames = [
  "o'brien",
  '100%',
  'under_score',
  'a+b',
  '{brace}',
  'x%_y',
] as const

export const nicknames = words('Nana|Bia|Duda|Gui|Zé|Tico|Bel|Max|Kiki|Leo|Mimi|Ñico|Juçara|Ünal')

/** The last ones contain characters of four bytes, which JavaScript counts as two. */
export const edgeNicknames = [
  ...nicknames,
  "Mac'n'Cheese",
  '50%',
  'snake_case',
  '\\o/',
  '<i>Kit</i>',
  '🦊',
  'Ana 🌵',
  '𝒜da',
  '𠮷野',
  '👩🏽‍💻',
] as const

export const bios = [
  'Joined from a smaller company and never looked back.',
  'Runs the Thursday reading group.\nAsk for the list.',
  'Speaks Portuguese, English and some Turkish.',
  'Plays the cello; teaches it to the children of colleagues.',
  'Mentors two people. Prefers mornings.',
  "Won the 2019 prize for 'best question'.",
  'Wrote 80% of the old billing code, and deleted 90% of it.',
] as const

export const edgeBios = [
  ...bios,
  'Keeps C:\\temp\\notes_%DATE%.txt',
  'Says "no" well.',
  'Loves <b>bold</b> & <a href="javascript:alert(1)">links</a>.',
  'Climbs 🧗, sails ⛵ and reads 𠮷川英治.',
  'Line one\r\nline two\ttabbed',
  '{"json": ["inside", "text"]}',
  '',
] as const

export const phonePrefixes = words('+55 11 9|+55 21 9|+351 21 |+351 91 |+90 532 |+1 415 |+44 20 7')

/** As many for each kind of absence. */
export const reasonsOfKinds = {
  VACATION: ['Summer holiday', 'Family visit', 'Hiking in the Alps'],
  SICK: ['Flu', 'A cold', 'Back pain'],
  PARENTAL: ['Our first child', 'Our second child', 'Adoption'],
  UNPAID: ['Moving house', 'Sabbatical', 'Exams'],
  TRAINING: ['Conference in São Paulo', 'Language course', 'First-aid course'],
  OTHER: ["Child's first week at school", 'Jury duty', 'A wedding in Kraków'],
} as const

/** For every kind. */
export const edgeReasons = [
  'Family visit',
  'Summer holiday',
  'Flu',
  "Child's first week at school",
  'Conference in São Paulo',
  '50% of the remaining days',
  'See C:\\plans\\trip_1.txt',
  '<b>Urgent</b>',
  'Moving house 📦',
  '"As agreed"',
] as const

export const approvals = ['Covered by the team.', 'As discussed.'] as const
export const rejections = [
  "The release can't wait; please pick another week.",
  'Overlaps with two others.',
  'Only 60% of the team would be left.',
] as const

/** For approvals and rejections alike. */
export const edgeComments = ['Enjoy.', 'Covered by the team.', ...rejections] as const

export const deciders = words('h.tavares|m.okafor|s.weiss|p.nunez|o.sahin')

/**
 * Instants where a day, a year or a daylight-saving period starts or ends. Lisbon: 01:00 UTC on the
 * last Sundays of March and October. São Paulo, until 2019: a midnight that does not exist
 * (2018-11-04) and an hour before midnight that occurs twice (2019-02-16).
 */
export const edgeInstants = [
  '2025-12-31T23:59:59.999999Z',
  '2026-01-01T00:00:00Z',
  '2024-02-29T00:00:00Z',
  '2024-02-29T23:59:59.999999Z',
  '2026-03-20T23:59:59.999999Z',
  '2026-03-21T00:00:00Z',
  '2025-03-30T00:59:59.999999Z',
  '2025-03-30T01:00:00Z',
  '2025-10-26T00:30:00Z',
  '2025-10-26T01:00:00Z',
  '2025-10-26T01:30:00Z',
  '2026-03-29T01:00:00.000001Z',
  '2018-11-04T02:59:59.999999Z',
  '2018-11-04T03:00:00Z',
  '2019-02-17T01:30:00Z',
  '2019-02-17T02:00:00Z',
  '2019-02-17T02:30:00Z',
] as const

export const edgeBirthDates = [
  '1960-02-29',
  '1969-12-31',
  '1970-01-01',
  '1984-02-29',
  '1972-02-29',
  '1979-12-31',
] as const

function words(text: string): string[] {
  return text
    .split(/[|\n]/)
    .flatMap((word) => (word.trim() === '' ? [] : [word.replace(/^ {2,}/, '')]))
}

/** Letters without a decomposition are listed; the others lose their marks by NFD. */
function mailName(name: string): string {
  const letters: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', ı: 'i' }
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłı]/g, (letter) => letters[letter] ?? letter)
}
