import { describeDryRuns } from './dry-run.js'

describeDryRuns('dry runs of tenants')
