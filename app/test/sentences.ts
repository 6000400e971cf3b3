/** Loads the words that pages pass to the rules, in both languages. */
import '../src/words/en/refusalWords'
import '../src/words/ms/refusalWords'
