/** Paths of resources in the client of generated code. */

/** The paths that differ from those that the client derives from keys. */
export const ownPathsOf = (
  resources: readonly { readonly key: string; readonly path: string }[],
  contextPath: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    resources
      .map(({ key, path }) => [key, path.slice(contextPath.length)] as const)
      .filter(([key, path]) => path !== `/api/${key.replaceAll('.', '/')}`),
  )
