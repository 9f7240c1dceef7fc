/** The top of every page: the title of the service, search, caller, language and theme. */

import { language } from '../browser/locale.js'
import { isReference, logo, workbenchPath } from '../browser/page-facts.js'
import { type Preferences, prefer, preferences } from '../browser/preferences.js'
import { addresses } from '../browser/router.js'
import { isNarrow } from '../browser/window-width.js'
import { isDrawerOpen } from '../contract/contract-drawer.js'
import { service, title } from '../service/catalog.js'
import { developmentCaller } from '../service/identity.js'
import { t, workbenchLanguages } from '../texts/translate.js'
import { authoritiesText } from '../ui/authorities.js'
import { Button, IconButton } from '../ui/button.js'
import { Menu, MenuItem } from '../ui/menu.js'
import { openShortcutHelp } from '../ui/shortcuts.js'
import { CallerChoice } from './caller-choice.js'
import { openCommandPalette } from './command-palette.js'
import { isNavigationOpen } from './navigation.js'

export const TopBar = () => (
  <header class="top-bar">
    {isReference && (
      <span class="narrow-only">
        <IconButton
          icon="menu"
          label={t('Resources')}
          aria-expanded={isNavigationOpen.value}
          onClick={() => {
            isNavigationOpen.value = !isNavigationOpen.value
          }}
        />
      </span>
    )}
    <a class="service-title cut" href={addresses.home()}>
      {logo && <img class="logo" src={logo} alt="" />}
      {title.value}
    </a>
    {isReference
      ? workbenchPath !== '' && <a href={workbenchPath}>Workbench</a>
      : // A narrow window has it at its lower end.
        !isNarrow.value && <SearchButton />}
    <CallerMenu />
    <LanguageMenu />
    <ThemeMenu />
    {!isReference && <Tools />}
  </header>
)

const SearchButton = () => (
  <Button class="search-button" icon="search" onClick={openCommandPalette}>
    <span class="cut">{t('Search')}</span>
    <kbd class="wide-only">Ctrl K</kbd>
  </Button>
)

const Tools = () => (
  <>
    <IconButton
      icon="code"
      label={t('Contract')}
      aria-pressed={isDrawerOpen.value}
      onClick={() => {
        isDrawerOpen.value = !isDrawerOpen.value
      }}
    />
    <IconButton icon="help" label={t('Keyboard shortcuts')} onClick={openShortcutHelp} />
  </>
)

const CallerMenu = () => {
  const { caller, callers = [] } = service.value ?? {}
  const acting = callers.find(({ id }) => id === developmentCaller.value)
  const name = acting?.title ?? caller?.id ?? t('Anonymous')
  return (
    <Menu label={name} icon="person">
      {(close) => (
        <div class="menu">
          <p class="menu-title">
            {caller?.id ?? t('Anonymous')}
            {caller?.tenant && ` · ${caller.tenant}`}
          </p>
          <p class="faint">{authoritiesText(caller?.authorities ?? [])}</p>
          {!isReference && (
            <p>
              <a href={addresses.access()} onClick={close}>
                {t('What the caller may do')}
              </a>
            </p>
          )}
          <CallerChoice onDone={close} />
        </div>
      )}
    </Menu>
  )
}

const languageName = (tag: string): string =>
  new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag

const LanguageMenu = () => {
  const tags = [...new Set([...workbenchLanguages, ...(service.value?.languages ?? [])])].sort()
  const current = tags.find((tag) => language.value.startsWith(tag)) ?? 'en'
  return (
    <Menu label={current.toUpperCase()}>
      {(close) => (
        <ul class="menu-list" aria-label={t('Language')}>
          {tags.map((tag) => (
            <MenuItem
              key={tag}
              {...{ close }}
              isChosen={tag === current}
              onChoose={() => prefer({ language: tag })}
            >
              {languageName(tag)}
            </MenuItem>
          ))}
        </ul>
      )}
    </Menu>
  )
}

const themes: Readonly<Record<Preferences['theme'], () => string>> = {
  system: () => t('As the system'),
  light: () => t('Light'),
  dark: () => t('Dark'),
}

const ThemeMenu = () => (
  <Menu label={t('Theme')} icon="theme" isCompact>
    {(close) => (
      <ul class="menu-list" aria-label={t('Theme')}>
        {Object.entries(themes).map(([theme, label]) => (
          <MenuItem
            key={theme}
            {...{ close }}
            isChosen={preferences.value.theme === theme}
            onChoose={() => prefer({ theme: theme as Preferences['theme'] })}
          >
            {label()}
          </MenuItem>
        ))}
      </ul>
    )}
  </Menu>
)
