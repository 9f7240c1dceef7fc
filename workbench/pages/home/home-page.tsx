/** Groups and resources with their titles, and the health of the service. */
import { catalog, service } from '../../app/catalog.js'
import { addresses } from '../../app/router.js'

export const HomePage = () => (
  <div class="page">
    <h1>{service.value?.title}</h1>
    {catalog.value?.groups.map(({ group, title }) => (
      <section key={group}>
        <h2>{title}</h2>
        <ul>
          {catalog.value?.resources
            .filter((resource) => resource.group === group)
            .map(({ resourceKey, title }) => (
              <li key={resourceKey}>
                <a href={addresses.table(resourceKey)}>{title}</a>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </div>
)
