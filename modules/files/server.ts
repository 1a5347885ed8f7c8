/** Files' door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { files } from './contract.ts'
import { deleteObject, removeExpiredUploads } from './server/jobs.ts'
import { addPassCookie } from './server/pass.ts'
import { routes } from './server/routes.ts'
import { addResumableUploads } from './server/tus.ts'

export { deleteFile, fileById, filesByIds, ownsFile } from './server/files.ts'
export { grantAccess } from './server/grants.ts'
export { storeFile } from './server/store-file.ts'

export const filesServer = serverModule({
  name: 'files',
  contract: files,
  routes,
  jobs: [deleteObject, removeExpiredUploads],
  plugin(app, outside, db) {
    addPassCookie(app, outside, db)
    addResumableUploads(app, outside, db)
  },
})
