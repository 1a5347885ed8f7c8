/** Prints reports in a thread of its own: the glyphs of many names take a moment that the server's has not. */
import { serveOrders } from '#server/pdf/serve-orders.ts'
import { type PrintedReport, printedReport } from './document.ts'

serveOrders<PrintedReport>(printedReport)
