/** docs/dry-run.md: the writing calls that can't be tried, each with its reason, from the contracts. */
import { noDryRunReasons, writes } from '#kit/contract.ts'
import { serverModules } from '#server/modules.ts'

/** The document as it stands in the file. */
export function dryRunText(): string {
  const calls = serverModules.flatMap((module) =>
    Object.entries(module.contract).map(([key, endpoint]) => ({ name: `${module.name}.${key}`, endpoint })),
  )
  const possible = calls.filter(({ endpoint }) => writes(endpoint) && !endpoint.noDryRun)
  const marked = calls.filter(({ endpoint }) => endpoint.noDryRun)
  const sections = Object.entries(noDryRunReasons).map(([reason, text]) => {
    const own = marked.filter(({ endpoint }) => endpoint.noDryRun === reason)
    const lines = own.map(({ name, endpoint }) => `- \`${name}\` (${endpoint.method} ${endpoint.path})`)
    return `## ${reason}\n\n${text}\n\n${lines.join('\n')}\n`
  })
  return `# Calls without a dry run

Made from the contracts by \`npm run generate\`. ${possible.length} writing calls can be tried with \`X-Dry-Run: 1\`; the
${marked.length} below refuse it with 900011, and their contract entries say why (\`noDryRun\`).

${sections.join('\n')}`
}
