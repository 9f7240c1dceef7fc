/** The face of the package: a real PostgreSQL for development, without anything to install. */
export { hasCluster } from './cluster.js'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.js'
export { EmbeddedPostgresError } from './embedded-postgres-error.js'
export { defaultDataFolder } from './folders.js'
