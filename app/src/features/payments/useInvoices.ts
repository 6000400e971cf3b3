/** The invoices of a payment, page after page. They are settled when it is made, so that live changes do not ask for them again. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api'

const rowsOfAPage = 500

export function useInvoices(name: 'GetPaymentDetails' | 'GetAdminPaymentDetails', transactionNo: string) {
  const query = useInfiniteQuery({
    queryKey: ['InvoicesOf', name, transactionNo],
    queryFn: async ({ pageParam, signal }) => {
      const request = { transactionNo, recordCount: rowsOfAPage, ...(pageParam && { cursor: pageParam }) }
      return (await call(name, request, { signal })).invoices
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ...query, rows: query.data?.pages.flatMap((page) => page.items) ?? [], total: query.data?.pages[0]?.total }
}
