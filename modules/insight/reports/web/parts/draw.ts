/** The parts of ECharts that reports draw with. Only the chart imports this file, when there is one to draw. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([BarChart, LineChart, PieChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

export const begin = (place: HTMLElement) => init(place, null, { renderer: 'svg' })
