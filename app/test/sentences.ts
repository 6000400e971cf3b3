/** What pages give the rules before they ask them, in both languages. */
import '../src/words/en/refusalWords'
import '../src/words/ms/refusalWords'
