/** Data and auth providers of react-admin over a Corollary service. */
export {
  type AccessQuestion,
  type AuthProviderOptions,
  type CorollaryAuthProvider,
  createAuthProvider,
} from './auth-provider.js'
export {
  type CorollaryDataProvider,
  createDataProvider,
  type DataProviderOptions,
} from './data-provider.js'
export type { HttpErrorBody } from './http-error.js'
export { LiveList } from './live-list.js'
export type { LiveCallback, LiveEvent, Subscriptions } from './live-updates.js'
export { createSession, type Session, type TokenStorage } from './session.js'
export {
  type ActionOptions,
  type ActionState,
  useBulkAction,
  useRecordAction,
} from './use-action.js'
export { useConflict } from './use-conflict.js'
export type { ActParams, IntentParams, PerformParams } from './writes.js'
