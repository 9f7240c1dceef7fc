/** Members that may be undefined become optional ones. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Leaves out members that are undefined: an optional member is absent, never undefined. */
export const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, member]) => member !== undefined),
  ) as Defined<T>
