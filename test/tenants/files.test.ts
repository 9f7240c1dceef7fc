import { describeTenantFiles } from './files.js'

describeTenantFiles('files of tenants')
