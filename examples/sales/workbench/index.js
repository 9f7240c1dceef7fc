/**
 * What the sample company adds to the workbench: a bar for discounts, and a page with the orders
 * by status. The browser loads this file as it is.
 */

/** @type {import('corollary/workbench').WorkbenchCell} */
const discountBar = (value, _record, { document, language }) => {
  if (value === null || value === undefined) return undefined
  const bar = document.createElement('meter')
  Object.assign(bar, { min: 0, max: 40, high: 20, optimum: 0, value: Number(value) })
  const text = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  bar.title = text.format(Number(value) / 100)
  bar.setAttribute('aria-label', bar.title)
  return bar
}

/** @type {import('corollary/workbench').WorkbenchPage['render']} */
const renderPipeline = async (element, { api, navigate, language }) => {
  const body = await api.send('POST', '/api/sales/orders/stats/group-by', {
    filter: {},
    field: 'status',
  })
  const list = document.createElement('ul')
  list.className = 'menu-list'
  for (const { key, label, count } of body.data.buckets) {
    const button = document.createElement('button')
    button.className = 'button'
    button.textContent = `${label}: ${new Intl.NumberFormat(language).format(count)}`
    const filter = encodeURIComponent(JSON.stringify({ status: [key] }))
    button.onclick = () => navigate(`/resources/sales.orders?filter=${filter}`)
    const item = document.createElement('li')
    item.append(button)
    list.append(item)
  }
  element.append(list)
}

/** @type {import('corollary/workbench').WorkbenchExtension} */
export default {
  cells: { 'sales.orders.discountPercent': discountBar },
  pages: [{ path: 'pipeline', title: 'Pipeline', render: renderPipeline }],
}
