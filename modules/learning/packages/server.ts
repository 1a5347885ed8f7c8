/**
 * Packages' door for other modules' server code: creating a package from an uploaded archive, opening it for a member,
 * and listening to results. The screen part is `<PackagePlayer>` of `web.tsx`.
 */
import { serverModule } from '#server/module.ts'
import { packages } from './contract.ts'
import { servePackages } from './server/content/serve.ts'
import { removePreviews } from './server/maintenance.ts'
import { packagesPersonalData } from './server/personal-data.ts'
import { preparePackage } from './server/prepare/jobs.ts'
import { routes } from './server/routes.ts'
import { countWaiting } from './server/waiting.ts'

export { launchPackage } from './server/launches.ts'
export { packageOutcome } from './server/outcome.ts'
export { packageFacts } from './server/packages.ts'
export { waivePackage } from './server/runtime/cmi5-satisfied.ts'
export { packageScores } from './server/scores.ts'

export const packagesServer = serverModule({
  name: 'packages',
  contract: packages,
  routes,
  jobs: [preparePackage, removePreviews, countWaiting],
  extensions: [packagesPersonalData],
  pages: servePackages,
})
