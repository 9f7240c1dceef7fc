/** A page with the orders in a grid, for the test in a browser. */
import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { createClient } from 'corollary/client'
import { createResourceGrid } from '../src/index.js'

ModuleRegistry.registerModules([AllCommunityModule])
document.body.innerHTML =
  '<p role="alert"></p><div id="grid" style="height: 600px; width: 1200px"></div>'

const { columnDefs, getRowId, datasource } = await createResourceGrid(
  createClient({ baseUrl: '' }),
  'sales.orders',
  {
    onError: ({ message }) => {
      document.querySelector('[role=alert]')!.textContent = message
    },
  },
)
createGrid(document.querySelector<HTMLElement>('#grid')!, {
  ...{ rowModelType: 'infinite', cacheBlockSize: 50, maxBlocksInCache: 4 },
  ...{ columnDefs, getRowId, datasource },
})
