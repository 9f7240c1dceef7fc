/** The module of the application that adds cells and pages. */
import { signal } from '@preact/signals'
import type {
  WorkbenchApi,
  WorkbenchCell,
  WorkbenchExtension,
  WorkbenchPage,
} from '../../src/client/workbench-extension.js'
import { contextPath, extensionModule } from '../browser/page-facts.js'
import { send } from './connection.js'

/** What the module adds. It is empty until the module is loaded. */
export const extension = signal<WorkbenchExtension>({})

/** Loads the module, if the application has one. It rejects with the error of the module. */
export const loadExtension = async (): Promise<void> => {
  if (extensionModule === '') return
  const module: { readonly default?: WorkbenchExtension } = await import(extensionModule)
  extension.value = module.default ?? {}
}

export const ownCell = (resourceKey: string, field: string): WorkbenchCell | undefined =>
  extension.value.cells?.[`${resourceKey}.${field}`]

export const ownPages = (): readonly WorkbenchPage[] => extension.value.pages ?? []

export const ownPage = (path: string): WorkbenchPage | undefined =>
  ownPages().find((page) => page.path === path)

const anyBody = { inEnvelope: false, fits: () => true }

const request: WorkbenchApi['send'] = async (method, path, body) => {
  const sent = { method, path: `${contextPath}${path}`, ...(body === undefined ? {} : { body }) }
  const result = await send<unknown>(sent, anyBody)
  if (!result.ok) throw result.error
  return result.data
}

export const api: WorkbenchApi = { get: (path) => request('GET', path), send: request }
