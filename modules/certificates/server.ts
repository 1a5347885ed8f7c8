/** Certificates' door for other modules' server code: which items earn them. */
import { serverModule } from '#server/module.ts'
import { certificates } from './contract.ts'
import { awardWhenFinished } from './server/awarding.ts'
import { certificatesPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'
import { certificateMessages } from './server/telling.ts'
import { certificateEvents } from './server/timeline.ts'

/** @public For modules whose items give class hours, credit and certificates, all in one. */
export { finishGivesOf, setFinishGives } from './server/gives.ts'
/** @public For modules whose items earn a certificate. */
export { type CertificateRule, certificateRulesOf, setCertificateRule } from './server/rules.ts'

export const certificatesServer = serverModule({
  name: 'certificates',
  contract: certificates,
  routes,
  extensions: [awardWhenFinished, certificateEvents, ...certificateMessages, certificatesPersonalData],
})
