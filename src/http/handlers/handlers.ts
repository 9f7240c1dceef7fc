/** The handler of each operation: reads the request, runs the use case, shapes the response. */
import type { OperationName } from '../../model/operation-table.js'
import { actionHandlers } from './action-handlers.js'
import { batchHandler } from './batch-handler.js'
import { catalogHandlers } from './catalog-handlers.js'
import { changeHandlers } from './change-handlers.js'
import type { Handler } from './exchange.js'
import { exportHandler } from './export-handler.js'
import { fileHandlers } from './file-handlers.js'
import { importHandler } from './import-handler.js'
import { optionHandlers } from './option-handlers.js'
import { recordHandlers } from './record-handlers.js'
import { statsHandlers } from './stats-handlers.js'

/** A missing handler does not compile. */
export const handlers: Readonly<Record<OperationName, Handler>> = {
  ...recordHandlers,
  ...batchHandler,
  ...optionHandlers,
  ...exportHandler,
  ...importHandler,
  ...fileHandlers,
  ...statsHandlers,
  ...catalogHandlers,
  ...actionHandlers,
  ...changeHandlers,
}
