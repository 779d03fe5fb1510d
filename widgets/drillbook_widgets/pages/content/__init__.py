"""The content of pages: shelf, chapter texts, answers as text, quizzes, comparisons, hits."""
