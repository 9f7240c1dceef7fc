/** Tells files the context path, with which their addresses begin. */

import type { Model } from '../types/resource-model.js'
import { isFileField } from '../types/response-field.js'

export const bindFiles = (model: Model, contextPath: string): Model =>
  contextPath === ''
    ? model
    : {
        ...model,
        resources: model.resources.map((resource) => ({
          ...resource,
          response: new Map(
            [...resource.response].map(([name, field]) => [
              name,
              isFileField(field) ? { ...field, base: `${contextPath}${field.base}` } : field,
            ]),
          ),
        })),
      }
