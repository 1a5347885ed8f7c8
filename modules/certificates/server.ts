/** Certificates's door for other modules' server code: which items earn them. */
import { serverModule } from '#server/module.ts'
import { certificates } from './contract.ts'
import { routes } from './server/routes.ts'

/** @public For modules whose items earn a certificate. */
export { type CertificateRule, certificateRulesOf, setCertificateRule } from './server/rules.ts'

export const certificatesServer = serverModule({ name: 'certificates', contract: certificates, routes })
