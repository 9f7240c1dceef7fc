/** Forms of a Corollary service for JSON Forms. */
export { createForm, type FormOf, type ResourceForm, type Values } from './create-form.js'
export type { FormError } from './form-error.js'
