"""What pages are made from: the shelf, the text of a chapter, answers as text, quizzes, comparisons, hits."""
