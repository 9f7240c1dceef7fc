/** Forms of a Corollary service for React JSON Schema Form. */
export { createForm, type FormOf, type ResourceForm, type Values } from './create-form.js'
