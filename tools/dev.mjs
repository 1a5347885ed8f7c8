// `npm run dev`: plain JavaScript, because it runs before anything is installed.
import { installAndRun } from './install.mjs'

await installAndRun('tools/dev.ts')
