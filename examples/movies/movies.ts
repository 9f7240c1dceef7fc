/**
 * The films of `vega-datasets`: real data, so nearly everything may be missing, the title included.
 */
import {
  BETWEEN,
  category,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  GREATER_OR_EQUAL,
  IN,
  IS_NULL,
  integer,
  LESS_OR_EQUAL,
  LIKE,
  measure,
  money,
  STARTS_WITH,
  series,
  text,
} from 'corollary'

const names = 'und-x-icu'
const dollars = { precision: 14, scale: 2, currency: 'USD', minimum: '0', nullable: true } as const

/** The types of the columns. */
const int4 = 2_147_483_647

const movies = defineEntity('movies', {
  id: integer({ primaryKey: true, generated: true }),
  title: text({ maxLength: 200, collation: names, nullable: true }),
  usGross: money(dollars),
  worldwideGross: money(dollars),
  usDvdSales: money(dollars),
  productionBudget: money(dollars),
  releaseDate: date({ nullable: true }),
  mpaaRating: text({ maxLength: 20, nullable: true }),
  runningTimeMin: integer({ minimum: 1, maximum: int4, nullable: true }),
  distributor: text({ maxLength: 100, nullable: true }),
  source: text({ maxLength: 100, nullable: true }),
  majorGenre: text({ maxLength: 100, nullable: true }),
  creativeType: text({ maxLength: 100, nullable: true }),
  director: text({ maxLength: 120, collation: names, nullable: true }),
  rottenTomatoesRating: integer({
    minimum: 0,
    maximum: 100,
    nullable: true,
    label: 'Rotten Tomatoes rating',
  }),
  imdbRating: decimal({ precision: 3, scale: 1, minimum: '0', maximum: '10', nullable: true }),
  imdbVotes: integer({ minimum: 0, maximum: int4, nullable: true }),
})

const fields = {
  title: '.',
  usGross: '.',
  worldwideGross: '.',
  usDvdSales: '.',
  productionBudget: '.',
  releaseDate: '.',
  mpaaRating: '.',
  runningTimeMin: '.',
  distributor: '.',
  source: '.',
  majorGenre: '.',
  creativeType: '.',
  director: '.',
  rottenTomatoesRating: '.',
  imdbRating: '.',
  imdbVotes: '.',
} as const

export const cinema = defineSchema({ movies }).resource('movies', {
  key: 'cinema.movies',
  title: 'Movies',
  public: 'read',
  response: { id: '.', ...fields },
  create: fields,
  update: fields,
  delete: true,
  changes: true,
  filter: {
    title: LIKE(),
    titleStartsWith: STARTS_WITH('title'),
    titleIsNull: IS_NULL('title'),
    director: LIKE(),
    distributor: EQUAL(),
    majorGenre: IN(),
    mpaaRating: IN(),
    source: IN(),
    creativeType: IN(),
    releaseDateBetween: BETWEEN('releaseDate'),
    worldwideGrossBetween: BETWEEN('worldwideGross'),
    productionBudgetBetween: BETWEEN('productionBudget'),
    imdbRatingAtLeast: GREATER_OR_EQUAL('imdbRating'),
    rottenTomatoesAtLeast: GREATER_OR_EQUAL('rottenTomatoesRating', {
      label: 'Rotten Tomatoes rating at least',
    }),
    runningTimeAtMost: LESS_OR_EQUAL('runningTimeMin'),
  },
  defaultSort: ['title'],
  optionSources: {
    distributors: { type: 'DISTINCT_DIMENSION', path: 'distributor' },
    genres: { type: 'DISTINCT_DIMENSION', path: 'majorGenre' },
  },
  stats: {
    majorGenre: category(),
    mpaaRating: category(),
    distributor: category(),
    worldwideGross: measure({ histogram: true }),
    productionBudget: measure({ histogram: true }),
    imdbRating: measure({ histogram: { bucketSize: '0.5' } }),
    releaseDate: series(),
  },
  examples: {
    create: {
      film: { value: { title: 'The Third Man', releaseDate: '1949-08-31', imdbRating: 8.1 } },
    },
    filter: {
      acclaimedComedies: {
        summary: 'Comedies of the nineties that people like',
        value: {
          majorGenre: ['Comedy', 'Romantic Comedy'],
          releaseDateBetween: ['1990-01-01', '1999-12-31'],
          imdbRatingAtLeast: 7.5,
        },
      },
    },
  },
})
