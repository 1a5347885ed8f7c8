/** Certificates' door for other modules' server code: which items earn them. */
import { serverModule } from '#server/module.ts'
import { certificates } from './contract.ts'
import { awardWhenFinished } from './server/awarding.ts'
import { addBadgePages } from './server/badges.ts'
import { batchWork } from './server/batches.ts'
import { certificateMessages } from './server/notifications.ts'
import { certificateFigure } from './server/overview.ts'
import { certificatesPersonalData } from './server/personal-data.ts'
import { certificatesOfRecord } from './server/record.ts'
import { certificateReports } from './server/report-source.ts'
import { retrainingJob } from './server/retraining.ts'
import { routes } from './server/routes.ts'
import { certificateEvents } from './server/timeline.ts'

/** @public For modules whose items give class hours, credit and certificates, all in one. */
export {
  completionAwardsOf,
  copyCompletionAwards,
  setCompletionAwards,
} from './server/completion-awards.ts'
/** For modules whose items are taken back, and those that show what they have earned. */
export { certificatesOfItems, earnedCertificates, revokeEarned } from './server/earned.ts'
/** For modules in which certificates are won. */
export { assertOffered, giveHonors, templateNames } from './server/honors.ts'
/** @public For modules whose items earn a certificate. */
export { type CertificateRule, certificateRulesOf, setCertificateRule } from './server/rules.ts'

export const certificatesServer = serverModule({
  name: 'certificates',
  contract: certificates,
  routes,
  jobs: [retrainingJob, batchWork.job],
  pages: addBadgePages,
  extensions: [
    certificateReports,
    awardWhenFinished,
    batchWork.task,
    certificateEvents,
    certificatesOfRecord,
    ...certificateMessages,
    certificateFigure,
    certificatesPersonalData,
  ],
})
