/** The door of files for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { files } from './contract.ts'
import { addAccessCookie } from './server/access-cookie.ts'
import { pdfWork, streamWork } from './server/conversion-jobs.ts'
import { healthChecks } from './server/health.ts'
import { deleteObject, removeExpiredUploads } from './server/jobs.ts'
import { storageFigure } from './server/overview.ts'
import { filesPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { addResumableUploads } from './server/tus.ts'

export { fileStates } from './server/conversions.ts'
export { copyFileTo, readDerivedObject, recordDerivedObject, storeDerivedObject } from './server/derived-objects.ts'
export {
  deleteFile,
  deleteFiles,
  fileById,
  filesByIds,
  filesOfOwner,
  ownsFile,
  readableFiles,
  restrictFiles,
} from './server/files.ts'
export { grantedItem } from './server/granted-items.ts'
export { storedBytes } from './server/overview.ts'
export { guestPdfOf, officePdfOf, playbackOf } from './server/playback.ts'
export { findProgram, ProgramFailed, type ProgramLimits, runProgram } from './server/programs.ts'
export { shownFiles } from './server/readers.ts'
export { retryFileConversion } from './server/request-conversion.ts'
export { type GrantedFile, grantAccess, grantFiles, grantPreview } from './server/signed-addresses.ts'
export { storeFile } from './server/store-file.ts'

export const filesServer = serverModule({
  name: 'files',
  contract: files,
  routes,
  jobs: [deleteObject, removeExpiredUploads, streamWork.job, pdfWork.job],
  extensions: [streamWork.task, pdfWork.task, ...healthChecks, storageFigure, filesPersonalData],
  plugin(app, outside, db) {
    addAccessCookie(app, outside, db)
    addResumableUploads(app, outside, db)
  },
})
