import { describeTenantLeaks } from './leaks.js'

describeTenantLeaks('tenants')
