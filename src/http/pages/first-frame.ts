/**
 * What the page shows before its script runs: the bar with the title, and lines where the script
 * draws the navigation and the records. The script removes it. Its classes are those of
 * `workbench/style`, so that nothing moves; other styles would need an exception in the policy.
 */
import { Html, html } from './html.js'

const line = html`<span class="skeleton"></span>`
const lines = (count: number): Html => Html.all(Array.from({ length: count }, () => line))

export const firstFrame = (title: string, logo: string | undefined): Html =>
  html`<div id="first-frame" class="frame" aria-hidden="true">
<div class="top-bar"><span class="service-title cut">${
    logo === undefined ? '' : html`<img class="logo" src="${logo}" alt="">`
  }
${title}</span></div>
<div class="navigation"><div class="loading">${lines(6)}</div></div>
<div class="main"><div class="loading">${lines(14)}</div></div>
</div>`
