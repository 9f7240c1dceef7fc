/** Shows beside the screen its requests and responses, its schemas and its catalog entries. */
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { readStored, store } from '../browser/preferences.js'
import { t } from '../texts/translate.js'
import { later } from '../ui/later.js'
import { useShortcuts } from '../ui/shortcuts.js'

const ContractPanel = later(async () => (await import('./contract-panel.js')).ContractPanel)

export const isDrawerOpen = signal(false)

const toggle = (): void => {
  isDrawerOpen.value = !isDrawerOpen.value
}

export const ContractDrawer = () => {
  useShortcuts([{ key: 'c', label: t('Contract'), run: toggle }])
  return isDrawerOpen.value ? <Drawer /> : null
}

const limits = { min: 320, max: 1000 }
const storageKey = 'drawerWidth'
const storedWidth = readStored<unknown>(storageKey)

/** Width of the drawer in pixels. */
const width = signal(typeof storedWidth === 'number' ? storedWidth : 480)

const resize = (pixels: number): void => {
  width.value = Math.round(Math.min(Math.max(pixels, limits.min), limits.max, innerWidth - 120))
  store(storageKey, width.value)
}

const Drawer = () => {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    element.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <aside
      ref={element}
      class="drawer contract"
      aria-label={t('Contract')}
      tabIndex={-1}
      style={{ '--drawer-width': `${width.value}px` }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        isDrawerOpen.value = false
      }}
    >
      <Handle />
      <ContractPanel
        onClose={() => {
          isDrawerOpen.value = false
        }}
      />
    </aside>
  )
}

/** Resizes the drawer, by dragging or by arrow keys. */
const Handle = () => (
  // biome-ignore lint/a11y/useSemanticElements: a separator that moves, which <hr> is not
  <div
    class="drawer-handle"
    role="separator"
    aria-orientation="vertical"
    aria-label={t('Width of the drawer')}
    aria-valuenow={width.value}
    aria-valuemin={limits.min}
    aria-valuemax={limits.max}
    tabIndex={0}
    onKeyDown={(event) => {
      const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      resize(width.value + step)
    }}
    onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
    onPointerMove={(event) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) {
        resize(innerWidth - event.clientX)
      }
    }}
  />
)
