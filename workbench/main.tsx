/** The workbench: a page over the discovery catalogs of a service. It knows no resource by name. */
import { render } from 'preact'
import { App } from './app/app.js'
import { browserLanguages, zone } from './browser/locale.js'
import { applyPreferences } from './browser/preferences.js'
import { keepCaller } from './service/kept-caller.js'
import { resumeSession } from './session/session.js'
import './style/index.css'

browserLanguages.value = navigator.languages
zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone
applyPreferences()
keepCaller()
await resumeSession()
render(<App />, document.getElementById('workbench')!)
