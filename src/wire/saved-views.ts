/** Saved views of the workbench: tables and dashboards under a name. */
import Type from 'typebox'
import { anyObject, flag, instant, nullable, oneOf, text, type Wire } from './forms.js'

/** What a caller may write. */
export const SavedViewBody = Type.Object(
  {
    /** Unique for its owner and resource. */
    name: Type.String({ minLength: 1, maxLength: 80 }),
    kind: oneOf(['table', 'dashboard']),
    /** Key of the resource; null for a dashboard of several ones. */
    resource: nullable(text),
    visibility: oneOf(['private', 'public']),
    /** On the home page of its owner; a public view on that of everyone who sees it. */
    pinned: flag,
    /** What the page shows, as it is in the address. */
    state: anyObject,
  },
  { $id: 'SavedViewBody' },
)
export type SavedViewBody = Wire<typeof SavedViewBody>

export const SavedView = Type.Object(
  {
    id: text,
    ...SavedViewBody.properties,
    /** Id of the caller who created it. */
    owner: text,
    /** Whether this caller may change and delete it. */
    editable: flag,
    /** Counts its changes; the part of the ETag that If-Match compares. */
    version: Type.Integer({ minimum: 1 }),
    createdAt: instant,
    updatedAt: instant,
  },
  { $id: 'SavedView' },
)
export type SavedView = Wire<typeof SavedView>

export const SavedViews = Type.Object(
  {
    content: Type.Array(SavedView),
    /** The cursor of the next page; null on the last one. */
    next: nullable(text),
    size: Type.Integer({ minimum: 1 }),
    /** Whether this caller may pin public views, and change those of others. */
    curates: flag,
  },
  { $id: 'SavedViews' },
)
export type SavedViews = Wire<typeof SavedViews>
