/** The page that creates a record. */
import { addresses, navigate } from '../../browser/router.js'
import { useScreen } from '../../contract/screen.js'
import { CreateForm } from '../../forms/create-form.js'
import { type Id, type ResourceEntry, readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { t } from '../../texts/translate.js'
import { Empty, Loaded } from '../../ui/notices.js'

export const CreatePage = ({ resource }: { resource: ResourceEntry }) => {
  const { resourceKey, schemas, idField } = resource
  useScreen({ resourceKey, operations: ['create'] })
  const url = schemas.create ?? undefined
  const shape = useLoad(url, () => readSchema(url!))
  const back = () => navigate(addresses.table(resourceKey))
  return (
    <div class="page narrow">
      <header class="page-header">
        <p>
          <a href={addresses.table(resourceKey)}>{resource.title}</a>
        </p>
        <h1>{t('New record')}</h1>
      </header>
      {url === undefined ? (
        <Empty title={t('The resource does not support it.')} />
      ) : (
        <Loaded load={shape}>
          {(data) => (
            <CreateForm
              resource={resource}
              shape={data}
              onCreated={(record) => navigate(addresses.record(resourceKey, record[idField] as Id))}
              onCancel={back}
            />
          )}
        </Loaded>
      )}
    </div>
  )
}
