// `npm run dev`: plain JavaScript, because it runs before anything is installed.
import { installAndRun } from './install.mjs'

installAndRun('tools/dev.ts')
