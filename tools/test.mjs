// `npm test`: plain JavaScript, because it runs before anything is installed.
import { installAndRun } from './install.mjs'

await installAndRun('tools/test.ts')
